-- Consecutive failures of an endpoint, and until when it is left alone.
ALTER TABLE "webhooks" ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "webhooks" ADD COLUMN "paused_until" TIMESTAMPTZ(3);

-- Who sends a delivery has it until then; when the process dies meanwhile, another one sends it again.
ALTER TABLE "webhook_deliveries" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "webhook_deliveries" ADD COLUMN "error_class" VARCHAR(20);

-- Every attempt at a delivery.
CREATE TABLE "webhook_attempts" (
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "project_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "response_status" INTEGER,
    "response_body" TEXT,
    "latency_ms" DOUBLE PRECISION NOT NULL,
    "error_class" VARCHAR(20),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_attempts_delivery_id_created_at_id_idx" ON "webhook_attempts"("delivery_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---------------------------------------------------------------------------------------------------------------------
-- By hand from here on: what the schema language cannot say.

ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_status_check" CHECK ("status" IN ('PENDING', 'DELIVERED', 'FAILED'));

-- Pending deliveries are taken endpoint by endpoint, so that the crowd of one does not hide those of another.
DROP INDEX "webhook_deliveries_due_idx";
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("webhook_id", "next_attempt_at", "id") WHERE "status" = 'PENDING';
-- What is old enough to be removed.
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING brin ("created_at");
