import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type SpanFields = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
};
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (SpanFields & { attributes: Attribute[]; status: { code?: number; message?: string } })[] }[];
  }[];
};
export type Span = SpanFields & {
  service: string;
  attributes: Record<string, string | number | boolean | undefined>;
  status: { code?: number; message?: string };
};

/** A trace collector that accepts OTLP over HTTP, in JSON, like real ones. */
export async function openCollector() {
  const spans: Span[] = [];
  let text = '';
  const read = (sent: Sent) => {
    for (const { resource, scopeSpans } of sent.resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          ...span,
          service: String(of(resource.attributes)['service.name']),
          attributes: of(span.attributes),
        });
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    text += body;
    if (request.method === 'POST' && request.url === '/v1/traces') read(JSON.parse(body));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    /** Everything that was sent to it. */
    text: () => text,
  };
}

const of = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? (value.intValue === undefined ? undefined : Number(value.intValue)),
    ]),
  );
