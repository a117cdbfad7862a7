ALTER TABLE "applications" ADD COLUMN "idle_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "stale_digest" text DEFAULT 'OFF' NOT NULL;--> statement-breakpoint
ALTER TABLE "toggles" ADD COLUMN "lifetime" text DEFAULT 'TEMPORARY' NOT NULL;--> statement-breakpoint
ALTER TABLE "toggles" ADD COLUMN "remove_by" date;--> statement-breakpoint
ALTER TABLE "toggles" ADD COLUMN "snoozed_until" date;