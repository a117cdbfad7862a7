CREATE TABLE "metrics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"kind" text NOT NULL,
	"event_key" text NOT NULL,
	"denominator_key" text NOT NULL,
	"better" text NOT NULL,
	"from_hours" integer NOT NULL,
	"window_hours" integer NOT NULL,
	"lookback_days" integer NOT NULL,
	"cap" jsonb NOT NULL,
	"margin" double precision NOT NULL,
	"trusted" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "metrics" ADD CONSTRAINT "metrics_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "metrics_key_unique" ON "metrics" USING btree ("application_id",lower("key"));