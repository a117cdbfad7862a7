CREATE INDEX "audit_entries_account_action" ON "audit_entries" USING btree ("account_id","action","account_number");--> statement-breakpoint
CREATE INDEX "audit_entries_account_actor" ON "audit_entries" USING btree ("account_id",(actor ->> 'id'),"account_number");--> statement-breakpoint
CREATE INDEX "audit_entries_account_type" ON "audit_entries" USING btree ("account_id","entity_type","account_number");--> statement-breakpoint
CREATE INDEX "audit_entries_application_action" ON "audit_entries" USING btree ("application_id","action","application_number");--> statement-breakpoint
CREATE INDEX "audit_entries_application_actor" ON "audit_entries" USING btree ("application_id",(actor ->> 'id'),"application_number");--> statement-breakpoint
CREATE INDEX "audit_entries_application_type" ON "audit_entries" USING btree ("application_id","entity_type","application_number");--> statement-breakpoint
CREATE INDEX "deliveries_audit_index" ON "deliveries" USING btree ("audit_sequence");