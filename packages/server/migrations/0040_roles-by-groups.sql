ALTER TABLE "roles" ADD COLUMN "provider_id" uuid;--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "admin_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE set null ON UPDATE no action;