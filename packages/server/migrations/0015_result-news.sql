CREATE TABLE "told_results" (
	"phase_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "told_results_phase_id_kind_code_pk" PRIMARY KEY("phase_id","kind","code")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "news" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "told_results" ADD CONSTRAINT "told_results_phase_id_phases_id_fk" FOREIGN KEY ("phase_id") REFERENCES "public"."phases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_due_at_index" ON "deliveries" USING btree ("due_at") WHERE due_at is not null;