-- step: index webhook_deliveries_project_id_status_created_at_id_idx on webhook_deliveries
("project_id", "status", "created_at" DESC, "id" DESC)

-- step: index webhook_deliveries_webhook_status_idx on webhook_deliveries
("project_id", "webhook_id", "status", "created_at" DESC, "id" DESC)

-- step: transaction
-- The first index serves its statements.
DROP INDEX IF EXISTS "webhook_deliveries_project_id_created_at_idx";
