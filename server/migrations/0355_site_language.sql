-- migrate:up
-- The site's own language: read where the reader's is not known, or where a text is missing in it. Announcements are written in what is the
-- site's language then; before it had one, in en-US.
alter table site_config add language text not null default 'zh-CN'
  check (language in ('en-US', 'zh-CN', 'zh-HK', 'ja-JP', 'ko-KR', 'vi-VN', 'ru-RU', 'fr-FR'));

-- migrate:down
