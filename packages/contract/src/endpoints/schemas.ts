import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { oneOf, response } from '../fields/index.ts'

/** A form schema in EMQX's dialect: the component of each path, and the components. */
export const FormSchema = response({
  info: response({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: response({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})
export type FormSchema = z.infer<typeof FormSchema>

/**
 * The form schema of all configuration roots (`hotconf`), of connectors, of actions and sources, or of bridges. Paths name responses
 * (`bridge_http.get_connector`); request components are next to them (`bridge_http.post_connector`). EMQX documents the
 * response as a string, but returns this object.
 */
export const getFormSchema = endpoint({
  method: 'GET',
  path: '/schemas/{name}',
  tag: 'Dashboard',
  auth: 'none',
  params: z.object({ name: oneOf(['hotconf', 'bridges', 'actions', 'connectors']) }),
  ok: { 200: FormSchema },
})

export const schemas = { getFormSchema }
