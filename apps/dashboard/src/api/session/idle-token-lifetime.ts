import { type Call, getDashboardConfig } from '@mqdeck/contract'
import { durationUnits, parseAmount } from '../../lib/numbers/amount.ts'
import { orIfMissing } from '../errors/errors.ts'

/** `dashboard.token_expired_time` in milliseconds; one hour if the broker does not report it. */
export async function readTokenLifetime(call: Call, signal: AbortSignal): Promise<number> {
  const settings = await orIfMissing(call(getDashboardConfig, { signal }), undefined)
  const amount = parseAmount(settings?.token_expired_time ?? '', durationUnits)
  const unit = durationUnits.find(({ name }) => name === amount?.unit)
  return amount && unit && amount.number > 0 ? amount.number * unit.size : 3_600_000
}
