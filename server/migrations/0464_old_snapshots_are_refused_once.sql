-- migrate:up
-- contract after 0463: only functions that 0463 replaced called it
drop function sees_the_present();

-- migrate:down
