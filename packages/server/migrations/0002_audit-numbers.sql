DROP INDEX "audit_entries_account_index";--> statement-breakpoint
DROP INDEX "audit_entries_application_index";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "audit_entry_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "audit_entry_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "account_number" bigint;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "application_number" bigint;--> statement-breakpoint
UPDATE "audit_entries" SET "account_number" = numbered.of_account, "application_number" = numbered.of_application
FROM (
	SELECT "sequence",
		row_number() OVER (PARTITION BY "account_id" ORDER BY "sequence") AS of_account,
		CASE WHEN "application_id" IS NOT NULL THEN row_number() OVER (PARTITION BY "application_id" ORDER BY "sequence") END AS of_application
	FROM "audit_entries"
) AS numbered
WHERE numbered."sequence" = "audit_entries"."sequence";--> statement-breakpoint
UPDATE "accounts" SET "audit_entry_count" = (SELECT count(*) FROM "audit_entries" WHERE "account_id" = "accounts"."id");--> statement-breakpoint
UPDATE "applications" SET "audit_entry_count" = (SELECT count(*) FROM "audit_entries" WHERE "application_id" = "applications"."id");--> statement-breakpoint
ALTER TABLE "audit_entries" ALTER COLUMN "account_number" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_entity_index" ON "audit_entries" USING btree ("entity_id");--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_number" UNIQUE("account_id","account_number");--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_application_number" UNIQUE("application_id","application_number");