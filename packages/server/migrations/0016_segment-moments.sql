CREATE TABLE "segment_moments" (
	"phase_id" uuid NOT NULL,
	"segment" smallint NOT NULL,
	"metric_no" smallint NOT NULL,
	"level" smallint NOT NULL,
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
	CONSTRAINT "segment_moments_pk" PRIMARY KEY("phase_id","segment","metric_no","level","value_ix","cohort_day")
);
--> statement-breakpoint
CREATE TABLE "segment_units" (
	"phase_id" uuid NOT NULL,
	"segment" smallint NOT NULL,
	"level" smallint NOT NULL,
	"value_ix" smallint NOT NULL,
	"cohort_day" date NOT NULL,
	"units" integer NOT NULL,
	"carried" integer NOT NULL,
	"bots" integer NOT NULL,
	CONSTRAINT "segment_units_phase_id_segment_level_value_ix_cohort_day_pk" PRIMARY KEY("phase_id","segment","level","value_ix","cohort_day")
);
--> statement-breakpoint
ALTER TABLE "unit_values" ADD COLUMN "segments" smallint[];