"""Verifies deliveries of memory-gateway webhooks. Needs Python 3.9 or newer and no packages."""

import base64
import hashlib
import hmac
import time

TOLERANCE = 300
"""Seconds that the time of a delivery may differ from this clock."""


def verify_webhook(secret: str, body: bytes, headers: dict) -> bool:
    """Tells whether one of the signatures matches and the delivery is at most five minutes old.

    `secret` is that of the webhook (`whsec_...`), `body` the bytes as they were received, before they are parsed, and `headers` has
    names in lower case.
    """
    try:
        timestamp = int(headers["webhook-timestamp"])
        delivery_id = headers["webhook-id"]
        signatures = headers["webhook-signature"].split(" ")
    except (KeyError, ValueError):
        return False
    if abs(time.time() - timestamp) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{delivery_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(signature, expected) for signature in signatures)


if __name__ == "__main__":
    import json
    import sys

    given = json.load(sys.stdin)
    print(json.dumps([verify_webhook(each["secret"], each["body"].encode(), each["headers"]) for each in given]))
