import { defineRoutes } from '../../../ui/index.ts'

const needs = { get: '/schema_registry', partOf: 'enterprise' } as const

export const schemaRoutes = defineRoutes({
  pages: [
    {
      path: '/schema',
      title: { en: 'Schema registry', zh: 'Schema 注册表' },
      tab: { en: 'Schemas', zh: 'Schema' },
      keywords: ['Avro', 'Protobuf', 'JSON Schema'],
      needs,
      load: () => import('./schemas-page.tsx'),
    },
    {
      path: '/schema/create',
      title: { en: 'New schema', zh: '创建 Schema' },
      parent: '/schema',
      administratorsOnly: true,
      load: () => import('./create-page.tsx'),
    },
    {
      path: '/schema/detail/$name',
      title: { en: 'Schema', zh: 'Schema' },
      subject: ({ name }) => name,
      parent: '/schema',
      load: () => import('./schema-page.tsx'),
    },
    {
      path: '/schema/external',
      title: { en: 'External schema registries', zh: '外部 Schema 注册表' },
      tab: { en: 'External registries', zh: '外部注册表' },
      keywords: ['Confluent'],
      needs: { get: '/schema_registry_external', partOf: 'enterprise' },
      load: () => import('./registries-page.tsx'),
    },
    {
      path: '/schema/external/create',
      title: { en: 'New external registry', zh: '创建外部注册表' },
      parent: '/schema/external',
      administratorsOnly: true,
      load: () => import('./create-registry-page.tsx'),
    },
    {
      path: '/schema/external/detail/$name',
      title: { en: 'External registry', zh: '外部注册表' },
      subject: ({ name }) => name,
      parent: '/schema/external',
      load: () => import('./registry-page.tsx'),
    },
    {
      path: '/schema/decoders',
      title: { en: 'Payload decoders', zh: 'Payload 解码器' },
      tab: { en: 'Payload decoders', zh: 'Payload 解码器' },
      keywords: ['CBOR', 'MessagePack', 'Sparkplug B'],
      load: () => import('../decoders/decoders-page.tsx'),
    },
  ],
  redirects: { '/schema/internal': '/schema' },
})
