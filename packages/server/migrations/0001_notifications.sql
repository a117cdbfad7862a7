ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_application_id_applications_id_fk";
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "audit_sequence" bigint;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "destination" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_audit_sequence_audit_entries_sequence_fk" FOREIGN KEY ("audit_sequence") REFERENCES "public"."audit_entries"("sequence") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_created_index" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "payload";