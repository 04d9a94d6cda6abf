export const clientName = 'dashboard';
