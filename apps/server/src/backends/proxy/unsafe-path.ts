/**
 * Whether the path of a URL has an empty segment, or a segment `.` or `..`, plain, encoded or with a parameter
 * (`..;a`). Servers resolve such segments at different times, so that a path below the API could lead to any other
 * resource of a node. `%2F%2F` is part of a name, such as a topic.
 */
export function isUnsafePath(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  return /[/\\]{2}/.test(path) || path.split(/[/\\]|%2f|%5c/i).some((segment) => dots.test(segment))
}

/** Some servers cut off a parameter, a space or a control character. */
const dots = /^(\.|%2e){1,2}(;|%3b|%[01]|%20|%7f|$)/i
