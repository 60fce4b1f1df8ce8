import { lazy, Suspense } from 'react'
import { useChange } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { PageHeader, Skeleton, toast, useGo } from '../../ui/index.ts'
import { exhookMessages } from './messages.ts'
import { exhookChanges } from './queries.ts'

// The header appears before the form has loaded.
const ExHookForm = lazy(async () => ({ default: (await import('./exhook-form.tsx')).ExHookForm }))

const start = { url: 'http://127.0.0.1:9000' }

export default function CreateExHookPage() {
  const texts = useMessages(exhookMessages)
  const go = useGo()
  const { run } = useChange(exhookChanges.create)
  return (
    <>
      <PageHeader title={texts.newServer} description={texts.newAbout} />
      <Suspense fallback={<Skeleton height={420} />}>
        <ExHookForm
          value={start}
          saveLabel={texts.create}
          onSave={async (name, settings) => {
            await run({ name, settings })
            toast.success(texts.createdNamed(name))
            go({ to: '/exhook/detail/$name', params: { name } }, { replace: true })
          }}
        />
      </Suspense>
    </>
  )
}
