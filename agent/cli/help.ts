export const HELP = `Node agent of Yuxian

  enrol --server URL --token TOKEN [--dir DIR]   trade the one-time token for this node's key
  run [--dir DIR]                                drive the engine until SIGTERM
  status [--dir DIR] [--json]                    how the running agent is
  help

DIR is /var/lib/yuxian-agent unless given, or the environment variable YUXIAN_AGENT_DIR.
\`run\` ends with 3 when another agent was enrolled for the same node; \`status\` ends with 1 when none is running,
and with 2 when it runs and something is wrong.`
