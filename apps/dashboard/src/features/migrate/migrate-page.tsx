import { ApiError, type MigrationPlan, type MigrationRequest } from '@mqdeck/contract'
import { useEffect, useState } from 'react'
import { QueryView, useChange, useData, useErrorText } from '../../data/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, confirm, Dim, ScrollIntoView, PageHeader, Skeleton, Stack } from '../../ui/index.ts'
import { ItemsTable } from './items-table.tsx'
import { messages } from './messages.ts'
import { MigrationProgress } from './progress.tsx'
import { migrationQuery, planChange, progressQuery, runChange } from './queries.ts'
import { TargetForm } from './target-form.tsx'

/** Carries everything to another cluster: compare first, then do it. */
export default function MigratePage() {
  const texts = useMessages(messages)
  const last = useData(migrationQuery, undefined)
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <QueryView query={last} skeleton={<Skeleton height={240} />}>
        {({ state }) => <Migration isRunning={state === 'running'} refresh={last.refresh} />}
      </QueryView>
    </>
  )
}

interface Compared {
  readonly request: MigrationRequest
  readonly plan: MigrationPlan
}

function Migration({ isRunning, refresh }: { readonly isRunning: boolean; readonly refresh: () => void }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const problemOf = useProblem()
  const [compared, setCompared] = useState<Compared>()
  const plan = useChange(planChange)
  const run = useChange(runChange)
  const compare = (request: MigrationRequest) => {
    setCompared(undefined)
    run.reset()
    plan.run(request).then(
      (answer) => setCompared({ request, plan: answer }),
      () => {}, // shown in the form
    )
  }
  const carry = async ({ request, plan: { target, items } }: Compared) => {
    const countOf = (state: string) => format.number(items.filter((item) => item.state === state).length)
    const agreed = await confirm({
      title: texts.question(target.url),
      body: texts.body(countOf('create'), countOf('change')),
      action: texts.begin,
      danger: items.some(({ state }) => state === 'change'),
    })
    if (!agreed) return
    const begun = await run.run(request).catch(() => undefined) // shown in the form
    if (begun) setCompared(undefined)
  }
  const left = compared?.plan.items.filter(({ state }) => state === 'create' || state === 'change').length ?? 0
  return (
    <Stack gap={4}>
      <TargetForm
        isBusy={plan.isRunning}
        isCompared={compared !== undefined}
        disabled={isRunning || plan.isRunning || run.isRunning}
        problem={problemOf(plan.error ?? run.error)}
        onCompare={compare}
        onChange={() => setCompared(undefined)}
      />
      {compared ? (
        <ScrollIntoView trigger={compared} block="nearest">
          <Stack gap={2}>
            <Dim>
              {texts.onTarget(
                compared.plan.target.url,
                compared.plan.target.edition,
                compared.plan.target.version,
                format.number(compared.plan.target.nodes),
              )}
            </Dim>
            <ItemsTable
              label={texts.plan}
              items={compared.plan.items}
              actions={
                left > 0 && (
                  <Button variant="primary" loading={run.isRunning} onClick={() => void carry(compared)}>
                    {texts.apply(format.number(left))}
                  </Button>
                )
              }
            />
          </Stack>
        </ScrollIntoView>
      ) : (
        <Followed isRunning={isRunning} refresh={refresh} />
      )}
    </Stack>
  )
}

/** The migration that runs, or the last one. */
function Followed({ isRunning, refresh }: { readonly isRunning: boolean; readonly refresh: () => void }) {
  const texts = useMessages(messages)
  const last = useData(migrationQuery, undefined)
  const progress = useData(progressQuery, undefined, { enabled: isRunning })
  // At first it still tells of the one before.
  const known = progress.data?.started_at === last.data?.started_at ? progress.data : undefined
  const status = (isRunning ? known : undefined) ?? last.data
  const hasEnded = isRunning && known !== undefined && known.state !== 'running'
  useEffect(() => {
    if (hasEnded) refresh()
  }, [hasEnded, refresh])
  if (!status || status.state === 'none') return null
  return (
    <>
      <MigrationProgress status={status} />
      {status.items.length > 0 && <ItemsTable label={texts.result} items={status.items} />}
    </>
  )
}

/** The server's own words say which target, and why. */
function useProblem(): (error: Error | undefined) => string | undefined {
  const texts = useMessages(messages)
  const errorText = useErrorText()
  return (error) => {
    if (!error) return undefined
    return `${texts.failed}: ${error instanceof ApiError && error.status !== 401 ? error.message : errorText(error)}`
  }
}
