// Verifies deliveries of memory-gateway webhooks. Needs the standard library only.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"time"
)

// Seconds that the time of a delivery may differ from this clock.
const tolerance = 300

// VerifyWebhook tells whether one of the signatures matches and the delivery is at most five minutes old. The secret is that of the
// webhook (whsec_...), the body is the bytes as they were received, and the headers have names in lower case.
func VerifyWebhook(secret string, body []byte, headers map[string]string) bool {
	timestamp, err := strconv.ParseInt(headers["webhook-timestamp"], 10, 64)
	if err != nil {
		return false
	}
	if age := time.Now().Unix() - timestamp; age > tolerance || age < -tolerance {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(headers["webhook-id"] + "." + headers["webhook-timestamp"] + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Split(headers["webhook-signature"], " ") {
		if hmac.Equal([]byte(signature), expected) {
			return true
		}
	}
	return false
}

// Reads a list of deliveries from stdin and prints a list of results.
func main() {
	var given []struct {
		Secret  string            `json:"secret"`
		Body    string            `json:"body"`
		Headers map[string]string `json:"headers"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	results := make([]bool, len(given))
	for index, each := range given {
		results[index] = VerifyWebhook(each.Secret, []byte(each.Body), each.Headers)
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		panic(err)
	}
}
