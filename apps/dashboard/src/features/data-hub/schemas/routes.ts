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
  ],
  redirects: { '/schema/internal': '/schema' },
})
