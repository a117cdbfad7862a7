CREATE TABLE "recounted_phases" (
	"phase_id" uuid PRIMARY KEY NOT NULL,
	"recounted_at" timestamp with time zone DEFAULT now() NOT NULL
);
