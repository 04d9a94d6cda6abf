-- step: index memories_user_instructions_idx on memories
("project_id", "user_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "user_id" IS NOT NULL AND ("traits" & 32) <> 0

-- step: index memories_agent_instructions_idx on memories
("project_id", "agent_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "agent_id" IS NOT NULL AND ("traits" & 32) <> 0

-- step: index memories_app_instructions_idx on memories
("project_id", "app_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "app_id" IS NOT NULL AND ("traits" & 32) <> 0
