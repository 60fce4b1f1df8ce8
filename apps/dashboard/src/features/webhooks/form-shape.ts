import {
  componentsFor,
  type FormGroup,
  type SchemaDocument,
  type SchemaTexts,
  type WireSchema,
} from '../../schema-form/index.ts'
import { textsOfType } from '../integrations/index.ts'
import { formTexts } from './form-texts.ts'

/** Schema of the webhook form, built from the broker's schemas of connectors and actions of type `http`. */
export interface FormShape {
  readonly document: SchemaDocument
  readonly component: WireSchema
  readonly texts: SchemaTexts
  readonly groups: readonly FormGroup[]
}

interface Titles {
  readonly general: string
  readonly trigger: string
  readonly request: string
  readonly connection: string
  readonly tls: string
}

const webhook = 'mqdeck.webhook'
const parametersName = 'bridge_http.parameters_opts'

/** Undefined if the broker has no HTTP connectors or actions. */
export function formShape(
  connectors: SchemaDocument,
  actions: SchemaDocument,
  exists: boolean,
  titles: Titles,
): FormShape | undefined {
  const [connectorName] = componentsFor(connectors, 'http', 'connector')
  const [actionName] = componentsFor(actions, 'http', 'action')
  const given: Readonly<Record<string, WireSchema>> = {
    ...connectors.components.schemas,
    ...actions.components.schemas,
  }
  const connector = connectorName === undefined ? undefined : given[connectorName]
  const action = actionName === undefined ? undefined : given[actionName]
  if (connectorName === undefined || actionName === undefined || !connector || !action) return undefined
  const own = withoutFields(connector, ['type', 'name', 'enable', 'tags', 'description', 'headers', 'request'])
  const parameters = given[parametersName]
  const schemas = {
    ...given,
    [connectorName]: own,
    [actionName]: withoutFields(action, ['type', 'name', 'enable', 'tags', 'description', 'connector']),
    ...(parameters && { [parametersName]: withHeaders(parameters) }),
  }
  const reference = (name: string): WireSchema => ({ $ref: `#/components/schemas/${name}` })
  const component: WireSchema = {
    type: 'object',
    properties: {
      ...(!exists && { name: { type: 'string' } }),
      description: { type: 'string' },
      // The format gives the trigger field its full width.
      sql: { type: 'string', format: 'sql' },
      connector: reference(connectorName),
      action: reference(actionName),
    },
    required: [...(exists ? [] : ['name']), 'sql', 'connector', 'action'],
  }
  return {
    document: { components: { schemas: { ...schemas, [webhook]: component } } },
    component: reference(webhook),
    texts: textsFor(connectorName),
    groups: groupsFor(own, titles),
  }
}

function withoutFields({ properties = {}, required = [], ...rest }: WireSchema, names: readonly string[]): WireSchema {
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !names.includes(key))),
    required: required.filter((key) => !names.includes(key)),
  }
}

/** The default headers of EMQX include connection headers, but only the content type is needed. */
function withHeaders({ properties = {}, ...rest }: WireSchema): WireSchema {
  const { headers, ...others } = properties
  if (!headers) return { ...rest, properties }
  const { path, method, ...tail } = others
  return {
    ...rest,
    properties: {
      ...(path && { path }),
      ...(method && { method }),
      headers: { ...headers, default: { 'content-type': 'application/json' } },
      ...tail,
    },
  }
}

function textsFor(connectorName: string): SchemaTexts {
  const ofConnector = textsOfType('connector', 'http')
  const ofAction = textsOfType('action', 'http')
  return {
    ...ofConnector,
    ...ofAction,
    [webhook]: formTexts.webhook,
    [connectorName]: { ...ofConnector[connectorName], ...formTexts.connector },
    [parametersName]: { ...ofAction[parametersName], ...formTexts.parameters },
  }
}

function groupsFor({ properties = {} }: WireSchema, titles: Titles): readonly FormGroup[] {
  const rest = Object.keys(properties).filter((name) => !['url', 'ssl', 'resource_opts'].includes(name))
  return [
    { title: titles.general, fields: ['name', 'description'] },
    { title: titles.trigger, fields: ['sql'] },
    {
      title: titles.request,
      fields: [
        'connector.url',
        'action.parameters.method',
        'action.parameters.path',
        'action.parameters.headers',
        'action.parameters.body',
      ],
    },
    {
      title: titles.connection,
      fields: [
        'action.parameters.max_retries',
        ...rest.map((name) => `connector.${name}`),
        'action.resource_opts',
        'connector.resource_opts',
      ],
    },
    { title: titles.tls, fields: ['connector.ssl'] },
  ]
}
