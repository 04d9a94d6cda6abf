-- What the guest of an invitation will be on the installation: member or admin.
ALTER TABLE "invitations" ADD COLUMN "user_role" VARCHAR(20) NOT NULL DEFAULT 'member';

-- ---------------------------------------------------------------------------------------------------------------------
-- By hand from here on: what the schema language cannot say.

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_role_check" CHECK ("user_role" IN ('admin', 'member'));
