const NAMES: readonly (readonly [given: string, family: string])[] = [
  ["June Tom Mary Sam", "Alder Baker Evans Young"],
  ["Inês João Rita Tiago", "Costa Silva Rocha Pinto"],
  ["Lise Paul Amélie Hugo", "Moreau Dubois Laurent Girard"],
  ["Gina Luca Marta Elio", "Rossi Ferrari Conti Marino"],
  ["Ana Diego Lucía Pablo", "García Navarro Molina Ortega"],
  ["Hanna Jonas Greta Felix", "Vogel Brandt Keller Hoffmann"],
  ["Keiko Rei Haruto Yuna", "Itō Tanaka Mori Sato"],
  ["Mei Jun Xin Bo", "Wong Zhao Lin Huang"],
  ["Ji-woo Min-ho Seo-yeon Do-yun", "Park Kim Choi Jung"],
  ["Priya Arjun Kavya Rohan", "Sharma Iyer Nair Mehta"],
  ["Ada Chidi Ngozi Emeka", "Okafor Eze Balogun Adeyemi"],
  ["Leila Omar Salma Karim", "Haddad Mansour Khalil Nassar"],
  ["Deniz Elif Emre Zeynep", "Kaya Demir Yılmaz Arslan"],
  ["Petra Jakub Tereza Marek", "Krejčí Petrů Janů Martinů"],
  ["Zofia Kacper Maja Igor", "Wójcik Kowalczyk Nowak Mazur"],
  ["Astrid Lars Freja Nils", "Jensen Lindqvist Holm Berg"],
  ["Aoife Seán Niamh Conor", "Quinn Byrne Walsh Doyle"],
  ["Thảo Minh Linh Khoa", "Nguyễn Trần Phạm Lê"],
  ["Camila Mateo Valentina Thiago", "Fernández Quispe Rojas Souza"],
  ["Eleni Nikos Daphne Yannis", "Pappas Ioannou Dimou Galanis"],
];
const EACH = 4;

export const MOST_GUESTS = NAMES.length * EACH;

/** No name appears in two brands. */
export function demoName(guest: number, brand: number): string {
  const [given, family] = NAMES[guest % NAMES.length] ?? ["", ""];
  const turn = Math.floor(guest / NAMES.length) % EACH;
  return `${given.split(" ")[turn]} ${family.split(" ")[(turn + brand) % EACH]}`;
}
