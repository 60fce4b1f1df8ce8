import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { response } from '../fields/index.ts'

/** A form schema in EMQX's dialect: the component of each path, and the components. */
export const FormSchema = response({
  info: response({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: response({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})
export type FormSchema = z.infer<typeof FormSchema>

/** The form schema of every configuration root. */
export const getHotConfSchema = endpoint({
  method: 'GET',
  path: '/schemas/hotconf',
  tag: 'Schemas',
  auth: 'none',
  hidden: true,
  ok: { 200: FormSchema },
})

/**
 * The forms of connectors. Paths name responses (`bridge_http.get_connector`); request components are next to them
 * (`bridge_http.post_connector`).
 */
export const getConnectorsSchema = endpoint({
  method: 'GET',
  path: '/schemas/connectors',
  tag: 'Schemas',
  auth: 'none',
  hidden: true,
  ok: { 200: FormSchema },
})

/** The forms of actions and sources. */
export const getActionsSchema = endpoint({
  method: 'GET',
  path: '/schemas/actions',
  tag: 'Schemas',
  auth: 'none',
  hidden: true,
  ok: { 200: FormSchema },
})

export const schemas = { getHotConfSchema, getConnectorsSchema, getActionsSchema }
