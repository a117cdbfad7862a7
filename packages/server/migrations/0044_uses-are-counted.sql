CREATE TABLE "toggle_clients" (
	"environment_id" uuid NOT NULL,
	"toggle_id" uuid NOT NULL,
	"client_id" integer NOT NULL,
	"last_use_at" timestamp with time zone NOT NULL,
	CONSTRAINT "toggle_clients_environment_id_toggle_id_client_id_pk" PRIMARY KEY("environment_id","toggle_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "toggle_uses" (
	"environment_id" uuid NOT NULL,
	"day" date NOT NULL,
	"toggle_id" uuid NOT NULL,
	"value" text,
	"rule_id" uuid,
	"n" bigint NOT NULL,
	CONSTRAINT "toggle_uses_unique" UNIQUE NULLS NOT DISTINCT("environment_id","day","toggle_id","value","rule_id")
);
--> statement-breakpoint
CREATE TABLE "unknown_toggles" (
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"by_client_key" boolean NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "unknown_toggles_environment_id_by_client_key_name_pk" PRIMARY KEY("environment_id","by_client_key","name")
);
--> statement-breakpoint
CREATE TABLE "usage_clients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "usage_clients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"environment_id" uuid NOT NULL,
	"trusted" boolean NOT NULL,
	"service" text DEFAULT '' NOT NULL,
	"sdk" text DEFAULT '' NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"silent_at" timestamp with time zone,
	"counted_at" timestamp with time zone,
	CONSTRAINT "usage_clients_unique" UNIQUE("environment_id","trusted","sdk","version","service")
);
--> statement-breakpoint
CREATE TABLE "usage_senders" (
	"environment_id" uuid NOT NULL,
	"sender" uuid NOT NULL,
	"client_id" integer NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"ended" boolean DEFAULT false NOT NULL,
	"judged" boolean DEFAULT false NOT NULL,
	CONSTRAINT "usage_senders_environment_id_sender_pk" PRIMARY KEY("environment_id","sender")
);
--> statement-breakpoint
CREATE TABLE "usage_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"counting_since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_state_one_row" CHECK ("usage_state"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "unknown_toggles" ADD CONSTRAINT "unknown_toggles_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_clients" ADD CONSTRAINT "usage_clients_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usage_senders_open_index" ON "usage_senders" USING btree ("last_at") WHERE not "usage_senders"."judged";--> statement-breakpoint
INSERT INTO "usage_state" DEFAULT VALUES;
