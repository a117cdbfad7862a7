DROP INDEX "sign_ins_user_index";--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "account_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ins_account_index" ON "sign_ins" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "sign_ins_user_index" ON "sign_ins" USING btree ("user_id","at","id");