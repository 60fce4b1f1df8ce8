import { manifestOf as declared, structsOf } from '@mqdeck/integrations/catalog'
import { type SchemaTexts, structTexts } from '../../schema-form/index.ts'
import type { Kind } from './kinds.ts'
import { type KnownType, otherTypes, type Settings } from './known-types.ts'

/** The manifest of a type. Undefined for types of other brokers. */
export const manifestOf = (type: string): KnownType | undefined => declared(type)

/** Initial values of a new object in addition to the defaults, as examples to edit. */
export function exampleOf(kind: Kind, type: string): Settings {
  const manifest = declared(type)
  if (manifest) return manifest[kind]?.example ?? {}
  return (Object.hasOwn(otherTypes, type) && otherTypes[type]?.examples[kind]) || {}
}

/** Field texts of a type, by component. Types of other brokers only have the common texts. */
export function textsOfType(kind: Kind, type: string): SchemaTexts {
  const structs = structsOf(kind, type)
  if (!structs) return undeclared
  const texts = structTexts([structs.post])
  const { name } = structs.post
  const resource_opts = { label: optionLabels[kind], advanced: true }
  const { authentication } = texts[name] ?? {}
  return {
    ...texts,
    [name]: {
      ...texts[name],
      resource_opts,
      // EMQX cannot start this connector without a user.
      ...(type === 'elasticsearch' && authentication && { authentication: { ...authentication, required: true } }),
    },
  }
}

const sidOrServiceNote = { en: 'Enter the SID, the service name, or both.', zh: 'SID 与服务名称至少填写一项。' }

/** Texts for fields of types that this broker does not have. */
const undeclared: SchemaTexts = {
  'bridge_oracle.post_connector': {
    sid: { label: { en: 'SID', zh: 'SID' }, help: sidOrServiceNote },
    service_name: { label: { en: 'Service name', zh: '服务名称' }, help: sidOrServiceNote },
  },
}

/** More specific labels, because there are other advanced fields. */
const optionLabels = {
  connector: { en: 'Start and health checks', zh: '启动与健康检查' },
  action: { en: 'Buffer and health checks', zh: '缓存与健康检查' },
  source: { en: 'Health checks', zh: '健康检查' },
} as const
