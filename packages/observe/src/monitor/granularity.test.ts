import { beforeAll, describe, expect, it } from 'vitest'
import { compact, downsample, granularityAt } from './granularity.ts'
import { noCounts, type Sample } from './sample.ts'

const second = 1000
const hour = 3_600 * second
const day = 24 * hour
const noon = 1_700_006_400_000

const sampleAt = (time_stamp: number, changes: Partial<Sample> = {}): Sample => ({
  ...noCounts,
  time_stamp,
  connections: 0,
  live_connections: 0,
  topics: 0,
  subscriptions: 0,
  ...changes,
})

describe('the interval between samples', () => {
  it.each([
    { age: 60 * second, size: second },
    { age: 60 * second + 1, size: 10 * second },
    { age: hour, size: 10 * second },
    { age: hour + 1, size: 60 * second },
    { age: day, size: 60 * second },
    { age: day + 1, size: 300 * second },
    { age: 3 * day, size: 300 * second },
    { age: 3 * day + 1, size: 600 * second },
    { age: Number.POSITIVE_INFINITY, size: 600 * second },
  ])('is $size ms for an age of $age ms', ({ age, size }) => {
    expect(granularityAt(age)).toBe(size)
  })
})

describe('samples of one bucket', () => {
  const together = downsample(
    [
      sampleAt(noon, { received: 1, connections: 9 }),
      sampleAt(noon + 10 * second, { received: 2, sent: 5, connections: 7 }),
      sampleAt(noon + 60 * second, { received: 4, connections: 8 }),
    ],
    () => 60 * second,
  )

  it('add up their counts', () => {
    expect(together.map(({ received, sent }) => ({ received, sent }))).toEqual([
      { received: 3, sent: 5 },
      { received: 4, sent: 0 },
    ])
  })

  it('keep the newest gauge', () => {
    expect(together.map(({ connections }) => connections)).toEqual([7, 8])
  })

  it('have the start time of the bucket', () => {
    expect(together.map(({ time_stamp }) => time_stamp)).toEqual([noon, noon + 60 * second])
    const [late] = downsample([sampleAt(noon + 50 * second)], () => 60 * second)
    expect(late?.time_stamp).toBe(noon)
  })
})

describe('compacting old samples', () => {
  const raw = Array.from({ length: (8 * day) / (10 * second) }, (_, index) =>
    sampleAt(noon - 8 * day + (index + 1) * 10 * second, { received: index % 7, connections: index }),
  )

  it('keeps 7 days in about 3000 samples', () => {
    const kept = compact(raw, noon)
    expect(kept[0]?.time_stamp).toBe(noon - 7 * day)
    expect(kept.length).toBeLessThan(3000)
  })

  it('changes nothing when repeated', () => {
    const once = compact(raw, noon)
    expect(compact(once, noon)).toEqual(once)
  })

  describe('of a growing history, compacted every hour', () => {
    let kept: readonly Sample[] = []
    beforeAll(() => {
      for (let at = 0; at < raw.length; at += 360)
        kept = compact([...kept, ...raw.slice(at, at + 360)], raw[at + 359]?.time_stamp ?? 0)
    })

    it.each([hour, 6 * hour, day, 3 * day, 6 * day])('returns the same for the last %d ms as all samples', (age) => {
      const read = (samples: readonly Sample[]) =>
        downsample(
          samples.filter(({ time_stamp }) => time_stamp >= noon - age),
          () => granularityAt(age),
        )
      expect(read(kept)).toEqual(read(raw))
    })
  })
})
