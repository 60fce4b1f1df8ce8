import { lazy, Suspense } from 'react'
import { useChange } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { PageHeader, Skeleton, toast, useGo } from '../../../ui/index.ts'
import { schemaMessages } from './messages.ts'
import { schemaChanges } from './queries.ts'

// The header appears before the form has loaded.
const SchemaSettings = lazy(async () => ({ default: (await import('./schema-settings.tsx')).SchemaSettings }))

const start = { type: 'json' }

export default function CreateSchemaPage() {
  const texts = useMessages(schemaMessages)
  const go = useGo()
  const { run } = useChange(schemaChanges.create)
  return (
    <>
      <PageHeader title={texts.newSchema} description={texts.newAbout} />
      <Suspense fallback={<Skeleton height={420} />}>
        <SchemaSettings
          value={start}
          saveLabel={texts.create}
          onSave={async (saving) => {
            await run(saving)
            toast.success(texts.createdNamed(saving.name))
            go({ to: '/schema/detail/$name', params: { name: saving.name } }, { replace: true })
          }}
        />
      </Suspense>
    </>
  )
}
