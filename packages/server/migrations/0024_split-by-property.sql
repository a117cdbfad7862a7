ALTER TABLE "phases" ADD COLUMN "by_property_id" uuid;--> statement-breakpoint
ALTER TABLE "environment_status" ADD COLUMN "older_sdk" text;--> statement-breakpoint
ALTER TABLE "environment_status" ADD COLUMN "older_version" text;--> statement-breakpoint
ALTER TABLE "environment_status" ADD COLUMN "older_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "touched_units" ADD COLUMN "due_at" timestamp with time zone;