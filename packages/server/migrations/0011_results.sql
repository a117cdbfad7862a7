CREATE TABLE "analyses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"environment_name" text NOT NULL,
	"experiment_id" uuid NOT NULL,
	"toggle_id" uuid NOT NULL,
	"state" text NOT NULL,
	"rule_id" uuid NOT NULL,
	"hypothesis" text NOT NULL,
	"control" text NOT NULL,
	"goal" jsonb,
	"guardrails" jsonb NOT NULL,
	"secondary" jsonb NOT NULL,
	"alpha" double precision NOT NULL,
	"power" double precision NOT NULL,
	"mde" double precision NOT NULL,
	"planned_units" integer,
	"exclude_bots" boolean NOT NULL,
	"segments" jsonb NOT NULL,
	"started_at" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"stop_reason" text,
	"stopped_by" jsonb,
	"stop_note" text,
	"shipped_value" text,
	"verdict" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_by_id" uuid,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analysis_metrics" (
	"analysis_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"role" text NOT NULL,
	"definition" jsonb NOT NULL,
	"added_at" timestamp with time zone,
	"removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "analysis_metrics_analysis_id_no_pk" PRIMARY KEY("analysis_id","no")
);
--> statement-breakpoint
CREATE TABLE "daily_results" (
	"phase_id" uuid NOT NULL,
	"day" date NOT NULL,
	"verdict" jsonb NOT NULL,
	"metrics" jsonb NOT NULL,
	CONSTRAINT "daily_results_phase_id_day_pk" PRIMARY KEY("phase_id","day")
);
--> statement-breakpoint
CREATE TABLE "phases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"analysis_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"reason" text NOT NULL,
	"opened_by" text,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended" text,
	"events_until" timestamp with time zone,
	"salt" text NOT NULL,
	"buckets" integer NOT NULL,
	"values" jsonb NOT NULL,
	"ranges" jsonb NOT NULL,
	"moved" jsonb NOT NULL,
	"assignment" text NOT NULL,
	"audience" text NOT NULL,
	"audience_changed_at" jsonb NOT NULL,
	"is_only_rule" boolean NOT NULL,
	"experiment_version" integer NOT NULL,
	"toggle_version" integer NOT NULL,
	"final_look" jsonb,
	"final_look_at" timestamp with time zone,
	"counted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phases_number_unique" UNIQUE("analysis_id","number")
);
--> statement-breakpoint
CREATE TABLE "cohort_moments" (
	"phase_id" uuid NOT NULL,
	"metric_no" smallint NOT NULL,
	"value_ix" smallint NOT NULL,
	"cohort_day" date NOT NULL,
	"n" integer NOT NULL,
	"positive" integer NOT NULL,
	"capped" integer NOT NULL,
	"mean" double precision NOT NULL,
	"m2" double precision NOT NULL,
	"d_mean" double precision,
	"d_m_2" double precision,
	"d_c" double precision,
	"x_mean" double precision,
	"x_m_2" double precision,
	"x_c" double precision,
	CONSTRAINT "cohort_moments_phase_id_metric_no_value_ix_cohort_day_pk" PRIMARY KEY("phase_id","metric_no","value_ix","cohort_day")
);
--> statement-breakpoint
CREATE TABLE "cohort_units" (
	"phase_id" uuid NOT NULL,
	"value_ix" smallint NOT NULL,
	"cohort_day" date NOT NULL,
	"units" integer NOT NULL,
	"carried" integer NOT NULL,
	"bots" integer NOT NULL,
	CONSTRAINT "cohort_units_phase_id_value_ix_cohort_day_pk" PRIMARY KEY("phase_id","value_ix","cohort_day")
);
--> statement-breakpoint
CREATE TABLE "event_counters" (
	"environment_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "event_counters_environment_id_hour_kind_code_pk" PRIMARY KEY("environment_id","hour","kind","code")
);
--> statement-breakpoint
CREATE TABLE "event_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"application_id" uuid NOT NULL,
	"key" text NOT NULL,
	"last_event_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_keys_key_unique" UNIQUE("application_id","key")
);
--> statement-breakpoint
CREATE TABLE "exposures" (
	"phase_id" uuid NOT NULL,
	"unit" uuid NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"bucket" integer NOT NULL,
	"value_ix" smallint NOT NULL,
	"carried" boolean NOT NULL,
	"bot" boolean DEFAULT false NOT NULL,
	"segments" smallint[],
	CONSTRAINT "exposures_phase_id_unit_pk" PRIMARY KEY("phase_id","unit")
);
--> statement-breakpoint
CREATE TABLE "metric_events" (
	"environment_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"unit" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"value" double precision,
	"day" date NOT NULL,
	"event_key_id" integer NOT NULL,
	"trusted" boolean NOT NULL,
	"skewed" boolean NOT NULL,
	CONSTRAINT "metric_events_day_environment_id_event_id_pk" PRIMARY KEY("day","environment_id","event_id")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "segment_levels" (
	"phase_id" uuid NOT NULL,
	"segment" smallint NOT NULL,
	"level" smallint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "segment_levels_phase_id_segment_level_pk" PRIMARY KEY("phase_id","segment","level"),
	CONSTRAINT "segment_levels_name_unique" UNIQUE("phase_id","segment","name")
);
--> statement-breakpoint
CREATE TABLE "touched_units" (
	"environment_id" uuid NOT NULL,
	"unit" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_secrets" (
	"environment_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unit_values" (
	"phase_id" uuid NOT NULL,
	"unit" uuid NOT NULL,
	"metric_no" smallint NOT NULL,
	"value_ix" smallint NOT NULL,
	"cohort_day" date NOT NULL,
	"y" double precision NOT NULL,
	"d" double precision,
	"x" double precision,
	CONSTRAINT "unit_values_phase_id_metric_no_unit_pk" PRIMARY KEY("phase_id","metric_no","unit")
);
--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "count_bulk_as_exposure" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_toggle" FOREIGN KEY ("application_id","toggle_id") REFERENCES "public"."toggles"("application_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_metrics" ADD CONSTRAINT "analysis_metrics_analysis_id_analyses_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analyses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_results" ADD CONSTRAINT "daily_results_phase_id_phases_id_fk" FOREIGN KEY ("phase_id") REFERENCES "public"."phases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phases" ADD CONSTRAINT "phases_analysis_id_analyses_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analyses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_keys" ADD CONSTRAINT "event_keys_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_secrets" ADD CONSTRAINT "unit_secrets_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "analyses_rule_unique" ON "analyses" USING btree ("experiment_id","rule_id") WHERE "analyses"."state" <> 'STOPPED';--> statement-breakpoint
CREATE INDEX "analyses_toggle_index" ON "analyses" USING btree ("application_id","toggle_id");--> statement-breakpoint
CREATE INDEX "analyses_environment_index" ON "analyses" USING btree ("environment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "phases_open_unique" ON "phases" USING btree ("analysis_id") WHERE "phases"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "phases_environment_index" ON "phases" USING btree ("environment_id");--> statement-breakpoint
CREATE INDEX "exposures_time_index" ON "exposures" USING brin ("first_at");--> statement-breakpoint
CREATE INDEX "metric_events_unit_index" ON "metric_events" USING btree ("environment_id","unit","event_key_id","at");--> statement-breakpoint
CREATE INDEX "unit_values_cohort_index" ON "unit_values" USING btree ("phase_id","cohort_day");--> statement-breakpoint
-- The service may own none of the tables (`service-role.ts`), but makes and drops the days of this one.
-- Attaching a table lets others go on writing into the days that are there.
CREATE FUNCTION "make_event_day"(wanted date) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	part text := 'metric_events_' || to_char(wanted, 'YYYYMMDD');
BEGIN
	IF to_regclass(part) IS NOT NULL THEN RETURN; END IF;
	PERFORM pg_advisory_xact_lock(hashtext('metric_events'));
	IF to_regclass(part) IS NOT NULL THEN RETURN; END IF;
	EXECUTE format('CREATE TABLE %I (LIKE metric_events INCLUDING DEFAULTS)', part);
	EXECUTE format('ALTER TABLE metric_events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, wanted, wanted + 1);
END $$;--> statement-breakpoint
CREATE FUNCTION "drop_event_days"(before date) RETURNS integer LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	part text;
	dropped integer := 0;
BEGIN
	FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = 'metric_events'::regclass AND right(c.relname, 8) < to_char(before, 'YYYYMMDD')
	LOOP
		EXECUTE format('DROP TABLE %I', part);
		dropped := dropped + 1;
	END LOOP;
	RETURN dropped;
END $$;
