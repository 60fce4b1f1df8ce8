import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { useValue } from '../../mqtt-client/index.ts'
import { Button, Fields, Group, NumberField, Stack } from '../../ui/index.ts'
import type { Plan } from './repetition.ts'
import { trafficMessages } from './traffic-messages.ts'
import type { Bench } from './workbench.ts'

interface RepeatFieldsProps {
  readonly bench: Bench
  readonly canStart: boolean
  readonly onStart: (plan: Plan) => void
}

/** Sends the message at an interval. */
export function RepeatFields({ bench, canStart, onStart }: RepeatFieldsProps) {
  const texts = useMessages(trafficMessages)
  const format = useFormat()
  const { every, count } = useValue(bench.interval)
  const running = useValue(bench.repetition.running)
  const isEveryGood = every !== undefined && every >= 1 && every <= 86_400_000
  const isCountGood = count === undefined || (Number.isInteger(count) && count >= 1)
  return (
    <Stack gap={3}>
      <Fields columns={2}>
        <NumberField
          label={texts.every}
          unit={texts.milliseconds}
          value={every}
          onChange={(value) => bench.interval.set({ every: value, count })}
          min={1}
          max={86_400_000}
          disabled={running !== undefined}
          error={!isEveryGood && texts.everyWrong}
        />
        <NumberField
          label={texts.count}
          help={texts.countHelp}
          value={count}
          onChange={(value) => bench.interval.set({ every, count: value })}
          min={1}
          disabled={running !== undefined}
          error={!isCountGood && texts.countWrong}
        />
      </Fields>
      <Group justify="between">
        <span aria-live="off">
          {running &&
            (running.count === undefined
              ? texts.sentEndless(format.number(running.sent))
              : texts.sentSoFar(format.number(running.sent), format.number(running.count)))}
        </span>
        {running ? (
          <Button icon={<IconPlayerStop size={16} aria-hidden />} onClick={bench.repetition.stop}>
            {texts.stopRepeat}
          </Button>
        ) : (
          <Button
            icon={<IconPlayerPlay size={16} aria-hidden />}
            disabled={!canStart || !isEveryGood || !isCountGood}
            onClick={() => isEveryGood && onStart({ every, count })}
          >
            {texts.start}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
