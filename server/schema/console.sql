-- The current schema, for reading. `npm run schema` writes it from server/migrations/.

CREATE TABLE public.site_figures (
    one boolean DEFAULT true NOT NULL,
    at timestamp with time zone NOT NULL,
    figures jsonb NOT NULL,
    CONSTRAINT site_figures_one_check CHECK (one)
);

ALTER TABLE ONLY public.site_figures
    ADD CONSTRAINT site_figures_pkey PRIMARY KEY (one);

GRANT SELECT,INSERT,UPDATE ON TABLE public.site_figures TO glasshouse_app;
GRANT SELECT ON TABLE public.site_figures TO glasshouse_office;
