import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, Fields, Group, NumberField, Stack } from '../../../ui/index.ts'
import type { ConnectionTab } from '../connection/connection-tabs.ts'
import { useValue } from '../index.ts'
import { trafficMessages } from '../traffic-messages.ts'
import type { RepeatPlan } from './repetition.ts'

interface RepeatFieldsProps {
  readonly tab: ConnectionTab
  readonly canStart: boolean
  readonly onStart: (plan: RepeatPlan) => void
}

/** Interval and number of messages for repeated sending. */
export function RepeatFields({ tab, canStart, onStart }: RepeatFieldsProps) {
  const texts = useMessages(trafficMessages)
  const format = useFormat()
  const { intervalMs, count } = useValue(tab.repeatPlan)
  const running = useValue(tab.repetition.running)
  const isIntervalValid = intervalMs !== undefined && intervalMs >= 1 && intervalMs <= 86_400_000
  const isCountValid = count === undefined || (Number.isInteger(count) && count >= 1)
  return (
    <Stack gap={3}>
      <Fields columns={2}>
        <NumberField
          label={texts.interval}
          unit={texts.milliseconds}
          value={intervalMs}
          onChange={(value) => tab.repeatPlan.set({ intervalMs: value, count })}
          min={1}
          max={86_400_000}
          disabled={running !== undefined}
          error={!isIntervalValid && texts.intervalWrong}
        />
        <NumberField
          label={texts.count}
          help={texts.countHelp}
          value={count}
          onChange={(value) => tab.repeatPlan.set({ intervalMs, count: value })}
          min={1}
          disabled={running !== undefined}
          error={!isCountValid && texts.countWrong}
        />
      </Fields>
      <Group justify="between">
        <span aria-live="off">
          {running &&
            (running.count === undefined
              ? texts.sentCount(format.number(running.sent))
              : texts.sentOf(format.number(running.sent), format.number(running.count)))}
        </span>
        {running ? (
          <Button icon={<IconPlayerStop size={16} aria-hidden />} onClick={tab.repetition.stop}>
            {texts.stop}
          </Button>
        ) : (
          <Button
            icon={<IconPlayerPlay size={16} aria-hidden />}
            disabled={!canStart || !isIntervalValid || !isCountValid}
            onClick={() => isIntervalValid && onStart({ intervalMs, count })}
          >
            {texts.start}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
