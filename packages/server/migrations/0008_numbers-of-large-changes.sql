ALTER TABLE "audit_entries" ALTER COLUMN "account_number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "change_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_unnumbered" ON "audit_entries" USING btree ("account_id","sequence") WHERE account_number is null;