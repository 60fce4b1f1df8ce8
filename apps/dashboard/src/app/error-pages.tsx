import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useMessages } from '../i18n/index.ts'
import { Button, CodeBlock, EmptyState, Group, Stack, useGo } from '../ui/index.ts'
import { ChunkLoadError } from './load-page.ts'
import { shellMessages } from './messages.ts'

export function NotFoundPage() {
  const texts = useMessages(shellMessages)
  const go = useGo()
  return (
    <EmptyState
      asPage
      title={texts.notFound}
      hint={texts.notFoundNote}
      action={<Button onClick={() => go({ to: '/' })}>{texts.toOverview}</Button>}
    />
  )
}

/** Replaces a page that failed to load or to render. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const texts = useMessages(shellMessages)
  const router = useRouter()
  const isChunk = error instanceof ChunkLoadError
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div role="alert">
      <EmptyState
        asPage
        title={texts.couldNotLoad}
        hint={
          <Stack gap={4}>
            <span>{isChunk ? (error.type === 'timeout' ? texts.chunkTimeout : texts.chunkMissing) : texts.broken}</span>
            {!isChunk && <CodeBlock code={String(error)} wrap />}
          </Stack>
        }
        action={
          <Group gap={2}>
            <Button variant="primary" onClick={retry}>
              {texts.retry}
            </Button>
            <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
          </Group>
        }
      />
    </div>
  )
}
