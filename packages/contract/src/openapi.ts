import * as z from 'zod'
import { binaryBody, type EndpointShape, type Endpoints, empty, textBody } from './endpoint.ts'
import type { OpenApiSchema } from './fields/field.ts'
import { type OpenSchemas, toOpenApi } from './to-open-api.ts'

/** An operation of one endpoint. */
export interface OpenApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly OpenApiParameter[]
  readonly requestBody?: { readonly required: true; readonly content: OpenApiContent }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: OpenApiContent }>>
}

export interface OpenApiParameter {
  readonly in: 'path' | 'query'
  readonly name: string
  readonly required: boolean
  readonly schema: OpenApiSchema
}

export type OpenApiContent = Readonly<Record<string, { readonly schema: OpenApiSchema }>>

export interface OpenApiDocument {
  readonly openapi: '3.0.0'
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly securitySchemes: OpenApiSchema }
}

/**
 * Builds the OpenAPI document of all endpoints that are not hidden, with inline schemas.
 * @param openSchemas schemas of the parts that plug-ins define
 * @param pause awaited before each endpoint, because building all of them takes a good part of a second
 */
export async function buildOpenApi(
  endpoints: Endpoints,
  version: string,
  openSchemas: OpenSchemas = {},
  pause: () => Promise<void> = async () => {},
): Promise<OpenApiDocument> {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (endpoint.hidden === true) continue
    await pause()
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint, openSchemas),
    }
  }
  return {
    openapi: '3.0.0',
    info: { title: 'MQDeck management API', version },
    servers: [{ url: '/api/v5' }],
    paths,
    components: {
      securitySchemes: {
        basicAuth: { type: 'http', scheme: 'basic' },
        bearerAuth: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

const security = {
  none: [],
  session: [{ bearerAuth: [] }],
  any: [{ basicAuth: [] }, { bearerAuth: [] }],
}

function operationOf(operationId: string, endpoint: EndpointShape, openSchemas: OpenSchemas): OpenApiOperation {
  return {
    operationId,
    tags: [endpoint.tag],
    security: security[endpoint.auth ?? 'any'],
    parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
    ...requestBodyOf(endpoint, openSchemas),
    responses: { ...successResponses(endpoint, openSchemas), ...errorResponses(endpoint) },
  }
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): readonly OpenApiParameter[] {
  if (schema === undefined) return []
  if (!(schema instanceof z.ZodObject)) throw new TypeError('parameters are declared as z.object')
  return Object.entries(schema.shape).map(([name, field]) => {
    const described = inputSchema(field)
    const isOptional = field instanceof z.ZodOptional || 'default' in described
    return { in: place, name, required: !isOptional, schema: described }
  })
}

function successResponses({ ok }: EndpointShape, openSchemas: OpenSchemas): OpenApiOperation['responses'] {
  const responses = Object.entries(ok).map(([status, body]) => {
    if (body === empty) return [status, { description: 'Done' }]
    if (body === textBody) return [status, { description: 'Good' }]
    // As EMQX documents it.
    const schema = body === binaryBody ? { type: 'string', enum: ['binary'] } : toOpenApi(body, 'output', openSchemas)
    return [status, { description: 'Good', content: json(schema) }]
  })
  return Object.fromEntries(responses)
}

function errorResponses({ errors = {}, otherErrors = {} }: EndpointShape): OpenApiOperation['responses'] {
  const statuses = new Set([...Object.keys(errors), ...Object.keys(otherErrors)])
  return Object.fromEntries([...statuses].map((status) => [status, errorResponse(status, errors, otherErrors)]))
}

function errorResponse(
  status: string,
  errors: NonNullable<EndpointShape['errors']>,
  otherErrors: NonNullable<EndpointShape['otherErrors']>,
) {
  const codes = Object.entries(errors).find(([known]) => known === status)?.[1]
  const other = Object.entries(otherErrors).find(([known]) => known === status)?.[1]
  const schemas = [
    ...(codes ? [codedError(codes)] : []),
    ...(other === undefined || other === textBody ? [] : [outputSchema(other)]),
  ]
  const [first, ...rest] = schemas
  if (first === undefined) return { description: 'Error' }
  return { description: 'Error', content: json(rest.length === 0 ? first : { oneOf: schemas }) }
}

const codedError = (codes: readonly string[]): OpenApiSchema => ({
  type: 'object',
  properties: { code: { type: 'string', enum: codes }, message: { type: 'string' } },
})

function requestBodyOf(
  { body, textRequest, upload }: EndpointShape,
  openSchemas: OpenSchemas,
): Pick<OpenApiOperation, 'requestBody'> {
  const schema = body && toOpenApi(body, 'input', openSchemas)
  const content = {
    ...(schema && (textRequest ? { 'text/plain': { schema } } : json(schema))),
    ...(upload !== undefined && fileForm(upload)),
  }
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } }
}

const fileForm = (field: string): OpenApiContent => ({
  'multipart/form-data': {
    schema: { type: 'object', properties: { [field]: { type: 'string', format: 'binary' } } },
  },
})

const json = (schema: OpenApiSchema): OpenApiContent => ({ 'application/json': { schema } })

const inputSchema = (schema: z.ZodType) => toOpenApi(schema, 'input')
const outputSchema = (schema: z.ZodType) => toOpenApi(schema, 'output')
