import { defineRoutes } from '../../ui/index.ts'

const registry = { get: '/schema_registry', partOf: 'enterprise' } as const
const validations = { get: '/schema_validations', partOf: 'enterprise' } as const
const transformations = { get: '/message_transformations', partOf: 'enterprise' } as const

export const dataHubRoutes = defineRoutes({
  pages: [
    {
      path: '/schema',
      title: { en: 'Schema registry', zh: 'Schema 注册表' },
      tab: { en: 'Schemas', zh: 'Schema' },
      keywords: ['Avro', 'Protobuf', 'JSON Schema'],
      needs: registry,
      load: () => import('./schemas/schemas-page.tsx'),
    },
    {
      path: '/schema/create',
      administratorsOnly: true,
      title: { en: 'New schema', zh: '创建 Schema' },
      parent: '/schema',
      load: () => import('./schemas/create-page.tsx'),
    },
    {
      path: '/schema/detail/$name',
      title: { en: 'Schema', zh: 'Schema' },
      subject: ({ name }) => name,
      parent: '/schema',
      load: () => import('./schemas/schema-page.tsx'),
    },
    {
      path: '/schema/external',
      title: { en: 'External schema registries', zh: '外部 Schema 注册表' },
      tab: { en: 'External registries', zh: '外部注册表' },
      needs: { get: '/schema_registry_external', partOf: 'enterprise' },
      keywords: ['Confluent'],
      load: () => import('./schemas/registries-page.tsx'),
    },
    {
      path: '/schema/external/create',
      title: { en: 'New external registry', zh: '创建外部注册表' },
      parent: '/schema/external',
      administratorsOnly: true,
      load: () => import('./schemas/create-registry-page.tsx'),
    },
    {
      path: '/schema/external/detail/$name',
      title: { en: 'External registry', zh: '外部注册表' },
      subject: ({ name }) => name,
      parent: '/schema/external',
      load: () => import('./schemas/registry-page.tsx'),
    },
    {
      path: '/schema/decoders',
      title: { en: 'Payload decoders', zh: 'Payload 解码器' },
      keywords: ['CBOR', 'MessagePack', 'Sparkplug B'],
      load: () => import('./decoders/decoders-page.tsx'),
    },
    {
      path: '/schema-validation',
      title: { en: 'Schema validation', zh: 'Schema 验证' },
      tab: { en: 'Validation', zh: '验证' },
      needs: validations,
      load: async () => ({ default: (await import('./policies/policies-page.tsx')).ValidationsPage }),
    },
    {
      path: '/schema-validation/create',
      administratorsOnly: true,
      title: { en: 'New validation', zh: '创建验证' },
      parent: '/schema-validation',
      load: async () => ({ default: (await import('./policies/create-page.tsx')).CreateValidationPage }),
    },
    {
      path: '/schema-validation/detail/$name',
      title: { en: 'Validation', zh: '验证' },
      subject: ({ name }) => name,
      parent: '/schema-validation',
      load: async () => ({ default: (await import('./policies/policy-page.tsx')).ValidationPage }),
    },
    {
      path: '/message-transformation',
      title: { en: 'Message transformation', zh: '消息转换' },
      tab: { en: 'Transformation', zh: '转换' },
      needs: transformations,
      load: async () => ({ default: (await import('./policies/policies-page.tsx')).TransformationsPage }),
    },
    {
      path: '/message-transformation/create',
      administratorsOnly: true,
      title: { en: 'New transformation', zh: '创建转换' },
      parent: '/message-transformation',
      load: async () => ({ default: (await import('./policies/create-page.tsx')).CreateTransformationPage }),
    },
    {
      path: '/message-transformation/detail/$name',
      title: { en: 'Transformation', zh: '转换' },
      subject: ({ name }) => name,
      parent: '/message-transformation',
      load: async () => ({ default: (await import('./policies/policy-page.tsx')).TransformationPage }),
    },
  ],
  redirects: { '/schema/internal': '/schema', '/message-transform': '/message-transformation' },
})
