ALTER TABLE "metrics" ADD COLUMN "numerator_of" text DEFAULT 'SUM' NOT NULL;--> statement-breakpoint
ALTER TABLE "metrics" ADD COLUMN "denominator_of" text DEFAULT 'SUM' NOT NULL;