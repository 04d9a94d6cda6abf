-- Finds the copies of a memory's text when the memory is removed.
CREATE INDEX "events_result_ids_idx" ON "events" USING GIN ((jsonb_path_query_array("results", '$[*].id'))) WHERE "type" = 'ADD';

CREATE INDEX "webhook_deliveries_memory_idx" ON "webhook_deliveries" (("payload" #>> '{event_details,id}'));
