// What a container runtime asks: whether the process in this container answers. `ready` asks whether it can do its work, too.
const path = process.argv[2] === 'ready' ? 'readyz' : 'healthz';
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT ?? 4101}/${path}`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
