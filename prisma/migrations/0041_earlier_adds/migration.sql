-- step: index events_conversation_idx on events
("project_id", hashtextextended(("payload" -> 'userId')::text || ("payload" -> 'agentId')::text || ("payload" -> 'appId')::text || ("payload" -> 'runId')::text, 0), "created_at" DESC, "id" DESC) WHERE "type" = 'ADD' AND "payload" ? 'messages'
