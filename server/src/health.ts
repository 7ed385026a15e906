// The health check of a container: whether the process in this container answers.
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT ?? 4101}/healthz`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
