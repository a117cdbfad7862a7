ALTER TABLE "exposures" ALTER COLUMN "touched_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "exposures" ALTER COLUMN "touched_at" DROP NOT NULL;