export interface AgentRef {
  workspaceId: string;
  agentId: string;
}
