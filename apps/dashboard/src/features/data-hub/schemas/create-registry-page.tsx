import { lazy, Suspense } from 'react'
import { useChange } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { PageHeader, Skeleton, toast, useGo } from '../../../ui/index.ts'
import { schemaMessages } from './messages.ts'
import { registryChanges } from './queries.ts'

// The header appears before the form has loaded.
const RegistryForm = lazy(async () => ({ default: (await import('./registry-form.tsx')).RegistryForm }))

const start = { type: 'confluent', url: 'http://127.0.0.1:8081' }

export default function CreateRegistryPage() {
  const texts = useMessages(schemaMessages)
  const go = useGo()
  const { run } = useChange(registryChanges.create)
  return (
    <>
      <PageHeader description={texts.registriesAbout} />
      <Suspense fallback={<Skeleton height={320} />}>
        <RegistryForm
          value={start}
          saveLabel={texts.create}
          onSave={async (name, settings) => {
            await run({ name, settings })
            toast.success(texts.createdNamed(name))
            go({ to: '/schema/external' }, { replace: true })
          }}
        />
      </Suspense>
    </>
  )
}
