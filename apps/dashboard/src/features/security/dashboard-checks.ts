import type { Facts } from './facts.ts'
import { conclude, type Finding } from './finding.ts'
import { reachOf } from './reach.ts'

const month = 30 * 24 * 60 * 60 * 1000

/** Who can sign in to the dashboard and call the API, and how. */
export function checkDashboard(facts: Facts): readonly Finding[] {
  const { defaultPassword, users, secondFactors, dashboardHttp } = facts
  // Those of single sign-on have the second factor of whoever signs them in.
  const local = users?.filter(({ backend }) => backend === undefined || backend === 'local')
  const proved = new Set(secondFactors?.map(({ username }) => username))
  const without = local?.filter(({ username }) => !proved.has(username)).map(({ username }) => username) ?? []
  const reach = dashboardHttp === undefined ? undefined : reachOf(dashboardHttp)
  return [
    conclude('defaultPassword', '/users', [
      [defaultPassword === undefined, 'unknown', 'serverOnly'],
      [defaultPassword === true, 'danger', 'defaultPassword'],
      [true, 'ok', 'ownPassword'],
    ]),
    conclude('secondFactor', '/users', [
      [users === undefined || secondFactors === undefined, 'unknown', 'serverOnly'],
      [without.length > 0, 'attention', 'noSecondFactor', without],
      [true, 'ok', 'secondFactors'],
    ]),
    conclude('dashboardHttp', '/dashboard-settings', [
      [reach === undefined, 'unknown', 'notTold'],
      [reach === 'everywhere', 'danger', 'httpEverywhere'],
      [reach === 'network', 'attention', 'httpNetwork'],
      [true, 'ok', reach === 'off' ? 'httpOff' : 'httpMachine'],
    ]),
    ...checkKeys(facts),
  ]
}

function checkKeys({ apiKeys, now }: Facts): readonly Finding[] {
  const used = apiKeys?.filter(({ enable, expired }) => enable && !expired)
  const endless = used?.filter(({ expired_at }) => expired_at === 'infinity').map(({ name }) => name) ?? []
  const ending = used?.filter(({ expired_at }) => Date.parse(expired_at) - now < month).map(({ name }) => name) ?? []
  return [
    conclude('endlessKeys', '/api-key', [
      [apiKeys === undefined, 'unknown', 'notTold'],
      [endless.length > 0, 'attention', 'endlessKeys', endless],
      [used?.length === 0, 'ok', 'noKeys'],
      [true, 'ok', 'keysEnd'],
    ]),
    conclude('endingKeys', '/api-key', [
      [apiKeys === undefined, 'unknown', 'notTold'],
      [ending.length > 0, 'attention', 'endingKeys', ending],
      [used?.length === 0, 'ok', 'noKeys'],
      [true, 'ok', 'noEndingKeys'],
    ]),
  ]
}
