"""Stores, finds and deletes memories over HTTP. Needs Python 3.9 or newer and no packages.

MEMORY_GATEWAY_URL and MEMORY_GATEWAY_API_KEY name the server and the key.
"""

import json
import os
import urllib.request

URL = os.environ.get("MEMORY_GATEWAY_URL", "http://localhost:8888")
KEY = os.environ.get("MEMORY_GATEWAY_API_KEY", "")


def request(method: str, path: str, body=None):
    """Sends JSON and returns the JSON of the response. Raises urllib.error.HTTPError for a refusal."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Token {KEY}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers, method=method)) as response:
        text = response.read()
    return json.loads(text) if text else None


def add(text: str, user_id: str):
    """Stores a text as it is. Leave out `infer` to have facts extracted from messages."""
    messages = [{"role": "user", "content": text}]
    return request("POST", "/v3/memories/add/", {"messages": messages, "user_id": user_id, "infer": False})


def search(query: str, user_id: str):
    """Returns memories, best first."""
    body = {"query": query, "filters": {"user_id": user_id}, "top_k": 5}
    return request("POST", "/v3/memories/search/", body)["results"]


def delete(memory_id: str):
    """Deletes one memory."""
    request("DELETE", f"/v1/memories/{memory_id}/")


if __name__ == "__main__":
    add("Ada lives in Lisbon.", user_id="ada")
    found = search("Where does Ada live?", user_id="ada")
    print([memory["memory"] for memory in found])
    for memory in found:
        delete(memory["id"])
    print(search("Where does Ada live?", user_id="ada"))
