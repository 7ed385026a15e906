import { type Endpoint, envelope, limitsOf } from '@glasshouse/protocol/endpoint';
import { type ErrorName, errors } from '@glasshouse/protocol/errors';
import { locales } from '@glasshouse/protocol/locales';
import { z } from 'zod';

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) },
});
const form = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    },
  },
};
const requestContent = ({ takesFile, input }: Endpoint) => (takesFile ? form : json(input, 'input'));
const always: ErrorName[] = [
  'bad_input',
  'forbidden_origin',
  'xsrf_mismatch',
  'too_many_requests',
  'server_error',
  'upgrading',
];
const thinkLang = {
  name: 'think_lang',
  in: 'header',
  description: 'The language of `msg`.',
  schema: { type: 'string', enum: locales },
};
const xsrf = { name: 'X-XSRF-TOKEN', in: 'header', required: true, schema: { type: 'string' } };

const refusals = (endpoint: Endpoint) => {
  const auth: ErrorName[] = endpoint.auth === 'visitor' ? [] : ['not_logged_in'];
  const frozen: ErrorName[] = endpoint.auth === 'user' ? ['account_abnormal'] : [];
  const operator: ErrorName[] = endpoint.auth === 'operator' ? ['not_permitted'] : [];
  return [...new Set([...endpoint.errors, ...auth, ...frozen, ...operator, ...always])];
};

const limitsInWords = (endpoint: Endpoint) =>
  limitsOf(endpoint)
    .map(({ per, burst, everySeconds }) => `Per ${per}: ${burst} calls at once, then one every ${everySeconds} s.`)
    .join(' ');

const operation = (endpoint: Endpoint) => ({
  operationId: endpoint.path.slice(1).replaceAll('/', '_'),
  summary: endpoint.summary,
  description: `${limitsInWords(endpoint)} Beyond that: 429 \`too_many_requests\`, with the seconds to wait in \`data.seconds\` and in \`Retry-After\`.`,
  'x-limit': limitsOf(endpoint),
  tags: [endpoint.path.split('/')[2]],
  parameters: endpoint.method === 'POST' ? [thinkLang, xsrf] : [thinkLang],
  ...(endpoint.method === 'POST' && { requestBody: { required: true, content: requestContent(endpoint) } }),
  ...(endpoint.auth !== 'visitor' && { security: [{ session: [] }] }),
  responses: {
    200: {
      description: `Answered. \`code\` is 200, or one of: ${refusals(endpoint)
        .map((name) => `${errors[name].code} ${name}`)
        .join(', ')}.`,
      content: json(envelope(endpoint.output), 'output'),
    },
  },
});

/** The OpenAPI 3.1 document, generated from the endpoint objects that serve the calls. */
export const openapi = (endpoints: readonly Endpoint[], cookie: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Glasshouse',
    version: '1',
    description:
      'A practice exchange on paper money. Every answer is `{code, msg, data}` with HTTP status 200; refusals carry a stable `data.reason`.',
  },
  servers: [{ url: '/' }],
  paths: Object.fromEntries(endpoints.map((e) => [e.path, { [e.method.toLowerCase()]: operation(e) }])),
  components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } } },
});
