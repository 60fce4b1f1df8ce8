import { ApiError, type MigrationPlan, type MigrationRequest } from '@mqdeck/contract'
import { useCallback, useEffect, useState } from 'react'
import { QueryView, useChange, useData, useErrorText } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, confirm, Dim, PageHeader, ScrollIntoView, Skeleton, Stack } from '../../ui/index.ts'
import { ItemsTable } from './items-table.tsx'
import { messages } from './messages.ts'
import { MigrationProgress } from './migration-progress.tsx'
import { migrationQuery, planChange, progressQuery, runChange } from './queries.ts'
import { TargetForm } from './target-form.tsx'

/** Migrates to another cluster, after a comparison. */
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

interface Comparison {
  readonly request: MigrationRequest
  readonly plan: MigrationPlan
}

function Migration({ isRunning, refresh }: { readonly isRunning: boolean; readonly refresh: () => void }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const errorTextOf = useTargetErrorText()
  const [comparison, setComparison] = useState<Comparison>()
  const plan = useChange(planChange)
  const run = useChange(runChange)
  const compare = async (request: MigrationRequest) => {
    setComparison(undefined)
    run.reset()
    setComparison({ request, plan: await plan.run(request) })
  }
  const forget = useCallback(() => setComparison(undefined), [])
  const migrate = async ({ request, plan: { target, items } }: Comparison) => {
    const countOf = (state: string) => format.number(items.filter((item) => item.state === state).length)
    const isConfirmed = await confirm({
      title: texts.question(target.url),
      body: texts.body(countOf('create'), countOf('change')),
      action: texts.migrate,
      danger: items.some(({ state }) => state === 'change'),
    })
    if (!isConfirmed) return
    const started = await run.run(request).catch(() => undefined) // shown in the form
    if (started) setComparison(undefined)
  }
  const pendingCount =
    comparison?.plan.items.filter(({ state }) => state === 'create' || state === 'change').length ?? 0
  return (
    <Stack gap={4}>
      <TargetForm
        disabled={isRunning || run.isRunning}
        problem={errorTextOf(run.error)}
        onCompare={compare}
        errorTextOf={errorTextOf}
        onChange={forget}
      />
      {comparison ? (
        <ScrollIntoView trigger={comparison} block="nearest">
          <Stack gap={2}>
            <Dim>
              {texts.targetInfo(
                comparison.plan.target.url,
                comparison.plan.target.edition,
                comparison.plan.target.version,
                format.number(comparison.plan.target.nodes),
              )}
            </Dim>
            <ItemsTable
              label={texts.plan}
              items={comparison.plan.items}
              actions={
                pendingCount > 0 && (
                  <Button variant="primary" loading={run.isRunning} onClick={() => void migrate(comparison)}>
                    {texts.migrateItems(format.number(pendingCount))}
                  </Button>
                )
              }
            />
          </Stack>
        </ScrollIntoView>
      ) : (
        <LastMigration isRunning={isRunning} refresh={refresh} />
      )}
    </Stack>
  )
}

/** The running or the last migration. */
function LastMigration({ isRunning, refresh }: { readonly isRunning: boolean; readonly refresh: () => void }) {
  const texts = useMessages(messages)
  const last = useData(migrationQuery, undefined)
  const progress = useData(progressQuery, undefined, { enabled: isRunning })
  // The first response may still be about the previous migration.
  const runningStatus = progress.data?.started_at === last.data?.started_at ? progress.data : undefined
  const status = (isRunning ? runningStatus : undefined) ?? last.data
  const hasEnded = isRunning && runningStatus !== undefined && runningStatus.state !== 'running'
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

/** The message of the server contains the target and the reason. */
function useTargetErrorText(): (error: unknown) => string | undefined {
  const texts = useMessages(messages)
  const errorText = useErrorText()
  return (error) => {
    if (!error) return undefined
    return `${texts.targetFailed}: ${error instanceof ApiError && error.status !== 401 ? error.message : errorText(error)}`
  }
}
